import { preference } from "./preferences";

/** What can be heard. */
export type Sound = "move" | "capture" | "check" | "end" | "error" | "low";

/** Pitch in hertz and beginning in seconds of each tone. */
const TONES: Record<Sound, [number, number][]> = {
  move: [[440, 0]],
  capture: [
    [330, 0],
    [262, 0.05],
  ],
  check: [
    [660, 0],
    [880, 0.08],
  ],
  end: [
    [523, 0],
    [659, 0.12],
    [784, 0.24],
  ],
  error: [[180, 0]],
  low: [
    [880, 0],
    [880, 0.16],
    [880, 0.32],
  ],
};

const LENGTH = 0.09;
const VOLUME = 0.15;

let audio: AudioContext | undefined;
let sleeping: ReturnType<typeof setTimeout> | undefined;

/** Audio that is awake works all the time, also without a sound: it sleeps again so soon after one, in milliseconds. */
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
  for (const [pitch, start] of TONES[sound]) {
    const tone = audio.createOscillator();
    const gain = audio.createGain();
    tone.type = "triangle";
    tone.frequency.value = pitch;
    gain.gain.setValueAtTime(VOLUME, now + start);
    gain.gain.exponentialRampToValueAtTime(0.001, now + start + LENGTH);
    tone.connect(gain).connect(audio.destination);
    tone.start(now + start);
    tone.stop(now + start + LENGTH);
  }
}
