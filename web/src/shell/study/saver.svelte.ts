// Keeps a study safe: saved on the server a moment after each change, and in this browser until that has worked.
import { ask, reason, Refusal } from '../lib/api'
import type { StudyContent, StudyInfo } from '../protocol'

export type Saving = 'saved' | 'waiting' | 'saving' | 'away' | 'late' | 'refused'

/** Milliseconds from a change to its draft and to the server, and until the next try when the server is away. */
const DRAFT = 300
const CALM = 1200
const AGAIN = [3000, 10_000, 30_000]

/** What this browser keeps of a study that isn't saved yet; `sent` went to the server without an answer before. */
export interface Draft {
  version: number
  study: StudyContent
  sent?: StudyContent
}

/** Answers that leave open whether it was stored. */
const UNKNOWN = ['offline', 'not_stored']

const isSame = (one: StudyContent, other: StudyContent): boolean => JSON.stringify(one) === JSON.stringify(other)
const keyOf = (id: string): string => `kabuto.study.${id}`

/** The draft of a study in this browser, as far as there is one that makes sense. */
export function readDraft(id: string): Draft | null {
  try {
    const found = JSON.parse(localStorage.getItem(keyOf(id)) ?? 'null') as Draft | null
    return found && typeof found.version === 'number' && Array.isArray(found.study?.nodes) ? found : null
  } catch {
    return null
  }
}

export function dropDraft(id: string): void {
  try {
    localStorage.removeItem(keyOf(id))
  } catch {
    // storage is blocked: nothing is kept there
  }
}

export class Saver {
  state = $state<Saving>('saved')
  /** Why the server refused it. */
  trouble = $state('')
  /** Whether this browser has no room for a draft. */
  full = $state(false)
  private drafting: ReturnType<typeof setTimeout> | undefined
  private timer: ReturnType<typeof setTimeout> | undefined
  private tries = 0
  private changes = 0
  /** What was sent and not answered: stored, or not. It goes first next time, lest it be taken for another person's change. */
  private unsure: StudyContent | null = null

  constructor(
    private readonly id: string,
    private readonly content: () => StudyContent,
    public version: number,
    draft: Draft | null = null,
  ) {
    if (!draft) return
    this.version = draft.version
    this.unsure = draft.sent ?? draft.study
  }

  /** Something has changed. */
  touch(): void {
    this.changes++
    clearTimeout(this.drafting)
    this.drafting = setTimeout(() => this.keepDraft(), DRAFT)
    if (this.state === 'late') return
    if (this.state !== 'saving') {
      this.state = 'waiting'
      this.plan(CALM)
    }
  }

  /** Save now what isn't saved yet. */
  async save(): Promise<void> {
    clearTimeout(this.timer)
    if (this.state === 'saved' || this.state === 'saving' || this.state === 'late') return
    this.state = 'saving'
    const before = this.changes
    const study = this.content()
    try {
      if (this.unsure && !isSame(this.unsure, study)) {
        await this.send(this.unsure)
        this.keepDraft()
      }
      await this.send(study)
      this.tries = 0
      this.trouble = ''
      if (this.changes === before) {
        this.state = 'saved'
        this.full = false
        clearTimeout(this.drafting)
        dropDraft(this.id)
      } else {
        this.state = 'waiting'
        this.plan(CALM)
      }
    } catch (error) {
      const kind = error instanceof Refusal ? error.problem.error : ''
      if (!UNKNOWN.includes(kind)) this.unsure = null
      this.keepDraft()
      this.trouble = reason(error)
      if (kind === 'late') this.state = 'late'
      else if ([...UNKNOWN, 'too_fast', 'busy'].includes(kind)) {
        this.state = 'away'
        this.plan(AGAIN[Math.min(this.tries++, AGAIN.length - 1)]!)
      } else this.state = 'refused'
    }
  }

  /** The page is being left: what isn't saved stays in this browser. */
  leave(): void {
    clearTimeout(this.timer)
    if (this.state !== 'saved') {
      void this.save()
      this.keepDraft()
    }
  }

  private async send(study: StudyContent): Promise<void> {
    this.unsure = study
    const { version } = await ask<StudyInfo>('POST', `/api/studies/${this.id}`, { study, version: this.version })
    this.version = version
    this.unsure = null
  }

  private plan(wait: number): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.save(), wait)
  }

  private keepDraft(): void {
    clearTimeout(this.drafting)
    const study = this.content()
    const sent = this.unsure && !isSame(this.unsure, study) ? { sent: this.unsure } : {}
    try {
      localStorage.setItem(keyOf(this.id), JSON.stringify({ version: this.version, study, ...sent } satisfies Draft))
      this.full = false
    } catch {
      this.full = true
    }
  }
}
