import { preference } from "./preferences";

/** A sound that the page can make. */
export type Sound = "move" | "capture" | "check" | "end" | "error" | "low";

/** The seconds from one tone to the next, and each one's pitch in hertz. */
const TONES: Record<Sound, readonly [pause: number, ...pitches: number[]]> = {
  move: [0, 440],
  capture: [0.05, 330, 262],
  check: [0.08, 660, 880],
  end: [0.12, 523, 659, 784],
  error: [0, 180],
  low: [0.16, 880, 880, 880],
};

const LENGTH = 0.09;
const VOLUME = 0.15;

let audio: AudioContext | undefined;
let sleeping: ReturnType<typeof setTimeout> | undefined;

/** Running audio costs power even without a sound: it is suspended this long after one, in milliseconds. */
const AWAKE_MS = 1_000;

function wake() {
  if (typeof AudioContext === "undefined") return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume().catch(() => {});
  clearTimeout(sleeping);
  sleeping = setTimeout(() => audio?.suspend().catch(() => {}), AWAKE_MS);
}

/** Browsers let a page be heard only after a gesture: the first one wakes the audio. */
export function wakeAudioOnGesture(): void {
  const gestures = ["pointerdown", "keydown"];
  const wakeOnce = () => {
    for (const gesture of gestures) removeEventListener(gesture, wakeOnce);
    wake();
  };
  for (const gesture of gestures) addEventListener(gesture, wakeOnce, { passive: true });
}

/** Plays a sound, unless they are off, nobody has touched the page yet, or the browser has no audio. */
export function play(sound: Sound): void {
  if (preference("sound") === "off" || !audio) return;
  wake();
  const now = audio.currentTime;
  const [pause, ...pitches] = TONES[sound];
  for (const [index, pitch] of pitches.entries()) {
    const start = now + index * pause;
    const tone = audio.createOscillator();
    const gain = audio.createGain();
    tone.type = "triangle";
    tone.frequency.value = pitch;
    gain.gain.setValueAtTime(VOLUME, start);
    gain.gain.exponentialRampToValueAtTime(0.001, start + LENGTH);
    tone.connect(gain).connect(audio.destination);
    tone.start(start);
    tone.stop(start + LENGTH);
  }
}
