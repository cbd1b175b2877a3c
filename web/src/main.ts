import './shell/lib/seats.css'
import './shell/lib/theme.css'
import { mount } from 'svelte'
import App from './shell/App.svelte'
import { startApp } from './shell/lib/app.svelte'
import { loadWords } from './shell/lib/words.svelte'

startApp()
await loadWords()
mount(App, { target: document.getElementById('app')! })
