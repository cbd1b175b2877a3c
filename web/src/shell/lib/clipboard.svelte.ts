// Copying text, also such as is only known after a question to the server.

let last = $state('')

/** What this page copied last. */
export const isCopied = (text: string): boolean => text !== '' && text === last

/** Copy a text that is still to come; whether it was copied. A browser allows it only soon after a click, some only at once. */
export async function copyLater(coming: Promise<string>): Promise<boolean> {
  try {
    if (typeof ClipboardItem === 'undefined') await navigator.clipboard.writeText(await coming)
    else await navigator.clipboard.write([new ClipboardItem({ 'text/plain': coming.then((text) => new Blob([text], { type: 'text/plain' })) })])
    last = await coming
    return true
  } catch {
    return false // pages that are not on https or this machine have no clipboard
  }
}
