// The puzzle of the day, and how many days in a row it was solved. A day is that of the person's calendar.

const DAY = 86_400_000

/** A day as `2026-11-17`. */
export const dayOf = (moment: Date): string =>
  `${moment.getFullYear()}-${String(moment.getMonth() + 1).padStart(2, '0')}-${String(moment.getDate()).padStart(2, '0')}`

/** How many days lie between 1970 and a day. */
const numberOf = (day: string): number => Math.floor(Date.parse(day) / DAY)

const dayAt = (number: number): string => new Date(number * DAY).toISOString().slice(0, 10)

/** The puzzle of a day, the same for everyone; their ids follow from their positions, so their order is as good as shuffled. */
export const daily = <T>(puzzles: readonly T[], day: string): T | undefined => puzzles[numberOf(day) % puzzles.length]

/** How many days in a row were solved, up to today; today itself may still be to come. */
export function streak(solved: readonly string[], today: string): number {
  const days = new Set(solved)
  const last = numberOf(today) - (days.has(today) ? 0 : 1)
  let length = 0
  while (days.has(dayAt(last - length))) length += 1
  return length
}

/** Some days from today on. */
export const comingDays = (today: string, number: number): string[] => Array.from({ length: number }, (_, later) => dayAt(numberOf(today) + later))

/** The last seven days, today last. */
export const week = (today: string): string[] => [6, 5, 4, 3, 2, 1, 0].map((ago) => dayAt(numberOf(today) - ago))
