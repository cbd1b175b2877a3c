// Notifications of the browser when it is one's turn and the page is not in sight.

/** Whether the browser can notify at all. */
export const possible = (): boolean => 'Notification' in globalThis

/** Whether the person allowed it. */
export const allowed = (): boolean => possible() && Notification.permission === 'granted'

/** Ask the person; whether it is allowed then. */
export async function ask(): Promise<boolean> {
  return possible() && (await Notification.requestPermission()) === 'granted'
}

/** Say something, if the page is not in sight. */
export function notify(title: string, tag: string): void {
  if (!allowed() || !document.hidden) return
  const shown = new Notification(title, { tag, icon: '/icon.svg' })
  shown.onclick = () => {
    window.focus()
    shown.close()
  }
}
