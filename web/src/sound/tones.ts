// A distinct short sound for every call, made on the spot; nothing is loaded.

type Note = { at: number; pitch: number; long: number; shape: OscillatorType; loud: number }

const knock = (at: number, pitch: number): Note => ({ at, pitch, long: 0.07, shape: 'triangle', loud: 0.5 })
const bell = (at: number, pitch: number, long = 0.22): Note => ({ at, pitch, long, shape: 'sine', loud: 0.32 })

/** Rising means good for the caller; wood for cards, bells for calls. */
const SOUNDS: Record<string, Note[]> = {
  turn: [knock(0, 520), knock(0.13, 520)],
  打: [knock(0, 330)],
  翻: [knock(0, 760)],
  过: [bell(0, 300, 0.1)],
  吃: [bell(0, 520), bell(0.1, 660)],
  比: [bell(0, 660), bell(0.1, 520)],
  碰: [knock(0, 240), bell(0.04, 620), bell(0.16, 620)],
  偎: [bell(0, 440), bell(0.1, 440), bell(0.2, 550)],
  臭偎: [bell(0, 440), bell(0.1, 440), bell(0.2, 350)],
  跑: [bell(0, 500), bell(0.09, 600), bell(0.18, 750)],
  提: [bell(0, 400), bell(0.09, 600), bell(0.18, 800), bell(0.27, 1000)],
  胡: [bell(0, 523), bell(0.12, 659), bell(0.24, 784), bell(0.36, 1047, 0.5)],
  荒: [bell(0, 392), bell(0.18, 330), bell(0.36, 262, 0.4)],
}

let context: AudioContext | null = null

/** Inside a gesture: make the sound able to play. A context that the system has interrupted is made anew. */
export function unlock(): void {
  const state = context?.state as string | undefined
  if (state === 'running') return
  if (state === 'interrupted' || state === 'closed') context = null
  const Context = window.AudioContext
  if (!Context) return
  context ??= new Context()
  void context.resume()
}

export function rest(): void {
  void context?.suspend()
}

export function play(name: string): void {
  const notes = SOUNDS[name]
  if (!notes || !context || context.state !== 'running' || document.hidden) return
  const begin = context.currentTime + 0.01
  for (const { at, pitch, long, shape, loud } of notes) {
    const voice = context.createOscillator()
    const gain = context.createGain()
    voice.type = shape
    voice.frequency.setValueAtTime(pitch, begin + at)
    if (shape === 'triangle') voice.frequency.exponentialRampToValueAtTime(pitch / 2.5, begin + at + long)
    gain.gain.setValueAtTime(0, begin + at)
    gain.gain.linearRampToValueAtTime(loud, begin + at + 0.006)
    gain.gain.exponentialRampToValueAtTime(0.001, begin + at + long)
    voice.connect(gain).connect(context.destination)
    voice.start(begin + at)
    voice.stop(begin + at + long + 0.02)
  }
}

export const names = Object.keys(SOUNDS)
