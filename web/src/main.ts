import './shell/lib/seats.css'
import './shell/lib/theme.css'
import { mount } from 'svelte'
import App from './shell/App.svelte'
import { startApp } from './shell/lib/app.svelte'
import { loadWords } from './shell/lib/words.svelte'

/** A folder says in its page where its Python lies: then there is no server. */
const python = document.querySelector<HTMLMetaElement>('meta[name="kabuto-folder"]')?.content

const folder = python && !('kabutoStops' in window) ? await import('./folder/start') : null
folder?.startFolder(python!, document.querySelector<HTMLMetaElement>('meta[name="kabuto-search"]')?.content ?? '')
if (folder || !python) {
  startApp()
  await loadWords()
  mount(App, { target: document.getElementById('app')! })
}
void folder?.showStanding()
