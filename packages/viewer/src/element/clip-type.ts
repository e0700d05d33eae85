const CLIP_TYPES = ['video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm']

/** What this browser records of a canvas; null where it does not. */
export function clipType(): string | null {
  if (typeof MediaRecorder === 'undefined' || !('captureStream' in HTMLCanvasElement.prototype)) return null
  return CLIP_TYPES.find((type) => MediaRecorder.isTypeSupported(type)) ?? null
}
