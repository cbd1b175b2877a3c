// Passkeys: the browser makes and uses them, the server says what with and checks what comes of it.
import { ask } from './api'
import type { PasskeyAnswer, PasskeyOptions, PersonalLink, Recovery } from '../protocol'

/** Whether the browser can do it at all. */
export const possible = (): boolean => typeof PublicKeyCredential === 'function' && 'parseCreationOptionsFromJSON' in PublicKeyCredential

/** Make a passkey for this person. Null: the person changed their mind. */
export async function add(): Promise<Recovery | null> {
  const { options, attempt } = await ask<PasskeyOptions>('POST', '/api/me/passkeys/options')
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as unknown as PublicKeyCredentialCreationOptionsJSON)
  const made = await chosen(() => navigator.credentials.create({ publicKey }))
  return made && ask<Recovery>('POST', '/api/me/passkeys', answer(attempt, made))
}

/** Sign in by a passkey. Null: cancelled, or there is none. */
export async function recover(): Promise<PersonalLink | null> {
  const { options, attempt } = await ask<PasskeyOptions>('POST', '/api/recover/passkey/options')
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as unknown as PublicKeyCredentialRequestOptionsJSON)
  const found = await chosen(() => navigator.credentials.get({ publicKey }))
  return found && ask<PersonalLink>('POST', '/api/recover/passkey', answer(attempt, found))
}

const answer = (attempt: string, credential: Credential): PasskeyAnswer => ({
  attempt,
  answer: (credential as PublicKeyCredential).toJSON() as unknown as Record<string, unknown>,
})

async function chosen(asking: () => Promise<Credential | null>): Promise<Credential | null> {
  try {
    return await asking()
  } catch (error) {
    if (error instanceof DOMException && ['NotAllowedError', 'AbortError'].includes(error.name)) return null
    throw error
  }
}
