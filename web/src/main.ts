import './lib/theme.css'
import { mount } from 'svelte'
import App from './App.svelte'
import { loadWords } from './lib/words.svelte'

await loadWords()
mount(App, { target: document.getElementById('app')! })
