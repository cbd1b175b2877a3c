// Sounds made in code: wood, a drum, a bell, a gong, coins, steps. Silent unless a person turned them on.
import { settings } from '../lib/settings.svelte'

interface Tone {
  type: OscillatorType
  /** Frequencies at the start and the end, in hertz. */
  from: number
  to: number
  /** In seconds. */
  length: number
  volume: number
  /** Overtones as multiples of the frequency. */
  over?: number[]
  /** How often it sounds, and how many seconds apart. */
  times?: number
  apart?: number
}

const SOUNDS = {
  lay: { type: 'triangle', from: 520, to: 180, length: 0.09, volume: 0.5 },
  back: { type: 'triangle', from: 200, to: 420, length: 0.08, volume: 0.35 },
  sit: { type: 'triangle', from: 300, to: 520, length: 0.16, volume: 0.5 },
  turn: { type: 'sine', from: 150, to: 62, length: 0.45, volume: 0.8 },
  capture: { type: 'sine', from: 880, to: 872, length: 1.1, volume: 0.3, over: [2.4, 3.9] },
  clappers: { type: 'triangle', from: 1500, to: 1050, length: 0.06, volume: 0.5, over: [1.6], times: 2, apart: 0.13 },
  coins: { type: 'sine', from: 2350, to: 2300, length: 0.14, volume: 0.22, over: [1.47, 2.1], times: 3, apart: 0.08 },
  steps: { type: 'triangle', from: 130, to: 60, length: 0.09, volume: 0.8, times: 4, apart: 0.15 },
  bar: { type: 'triangle', from: 240, to: 66, length: 0.4, volume: 0.8, over: [2.76, 5.4] },
  win: { type: 'triangle', from: 523, to: 784, length: 0.9, volume: 0.5, over: [1.5, 2], times: 3, apart: 0.16 },
  end: { type: 'sine', from: 110, to: 104, length: 2.6, volume: 0.6, over: [1.52, 2.7, 4.1] },
} satisfies Record<string, Tone>

export type Sound = keyof typeof SOUNDS

let context: AudioContext | null = null

/** Play a sound, if sounds are on. */
export function play(name: Sound): void {
  if (!settings.sound || typeof AudioContext === 'undefined') return
  context ??= new AudioContext()
  const tone: Tone = SOUNDS[name]
  for (let i = 0; i < (tone.times ?? 1); i++) strike(context, tone, context.currentTime + i * (tone.apart ?? 0))
}

function strike(context: AudioContext, { type, from, to, length, volume, over = [] }: Tone, start: number): void {
  for (const [i, multiple] of [1, ...over].entries()) {
    const tone = context.createOscillator()
    const loudness = context.createGain()
    tone.type = type
    tone.frequency.setValueAtTime(from * multiple, start)
    tone.frequency.exponentialRampToValueAtTime(to * multiple, start + length)
    loudness.gain.setValueAtTime(volume / (1 + 1.6 * i) / 3, start)
    loudness.gain.exponentialRampToValueAtTime(0.0001, start + length / (1 + 0.5 * i))
    tone.connect(loudness).connect(context.destination)
    tone.start(start)
    tone.stop(start + length)
  }
}
