import './shell/lib/seats.css'
import './shell/lib/theme.css'
import { mount } from 'svelte'
import App from './shell/App.svelte'
import { loadWords } from './shell/lib/words.svelte'

await loadWords()
mount(App, { target: document.getElementById('app')! })
