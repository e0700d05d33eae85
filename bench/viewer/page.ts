/// <reference lib="dom" />
/** In the browser: draws pictures one after the other and says how long each took, the pixels included. */
import { Picture, PICTURE_CAPSULE_WORDS } from '@arena/engine'
import { StageCanvas } from '../../packages/viewer/src/draw/stage-canvas.ts'
import { NO_OVERLAYS } from '../../packages/viewer/src/draw/overlays.ts'
import type { ReplayInfo } from '../../packages/viewer/src/replay/replay-info.ts'

const FRAME_MS = 1000 / 60

function picturesOf(texts: readonly string[]): Picture[] {
  return texts.map((text) => new Picture(Uint8Array.from(atob(text), (letter) => letter.codePointAt(0)!).buffer))
}

function canvasOf(width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  document.body.replaceChildren(canvas)
  return canvas
}

/** Reading a pixel waits until all is drawn. */
function timed(frames: number, draw: (frame: number) => void, finish: () => void): number[] {
  const times: number[] = []
  for (let frame = 0; frame < frames; frame++) {
    const began = performance.now()
    draw(frame)
    finish()
    times.push(performance.now() - began)
  }
  return times.slice(Math.min(20, frames >> 2))
}

function canvas2d(
  info: ReplayInfo,
  texts: readonly string[],
  theme: 'light' | 'dark',
  width = 1280,
  height = 720,
  ratio = 1,
): number[] {
  const pictures = picturesOf(texts)
  const element = canvasOf(width, height)
  const stage = new StageCanvas(element, { theme, reducedMotion: false })
  stage.resize(width, height, ratio)
  const context = element.getContext('2d')!
  return timed(
    pictures.length,
    (frame) =>
      stage.draw({
        info,
        previous: pictures[frame - 1] ?? null,
        picture: pictures[frame]!,
        next: pictures[frame + 1] ?? null,
        alpha: 0.5,
        time: frame * FRAME_MS,
        overlays: NO_OVERLAYS,
        cut: frame === 0,
      }),
    () => context.getImageData(0, 0, 1, 1),
  )
}

/** What no drawing can undercut: one image over the whole picture. */
function blit(frames: number): number[] {
  const context = canvasOf(1280, 720).getContext('2d')!
  const image = new OffscreenCanvas(1280, 720)
  image.getContext('2d')!.fillRect(0, 0, 640, 360)
  return timed(
    frames,
    () => context.drawImage(image, 0, 0),
    () => context.getImageData(0, 0, 1, 1),
  )
}

const MOST = 26
const VERTEX = `attribute vec2 p; void main() { gl_Position = vec4(p, 0.0, 1.0); }`
const FRAGMENT = `precision mediump float;
uniform vec4 ends[${MOST}]; uniform vec2 sizes[${MOST}]; uniform int count; uniform vec3 view;
float body(vec2 p, float who) {
  float d = 1e3;
  for (int i = 0; i < ${MOST}; i++) {
    if (i >= count || sizes[i].y != who) continue;
    vec2 a = p - ends[i].xy, b = ends[i].zw - ends[i].xy;
    float h = clamp(dot(a, b) / max(dot(b, b), 1e-4), 0.0, 1.0);
    float c = length(a - b * h) - sizes[i].x;
    float k = clamp(0.5 + 0.5 * (c - d) / 0.8, 0.0, 1.0);
    d = mix(c, d, k) - 0.8 * k * (1.0 - k);
  }
  return d;
}
void main() {
  vec2 p = (gl_FragCoord.xy - view.xy) / view.z;
  vec3 colour = mix(vec3(0.87, 0.9, 0.95), vec3(0.97, 0.9, 0.85), gl_FragCoord.y / 720.0);
  for (int who = 0; who < 2; who++) {
    float d = body(p, float(who));
    vec3 team = who == 0 ? vec3(0.9, 0.28, 0.25) : vec3(0.17, 0.42, 0.91);
    if (d < 0.4) colour = vec3(0.1, 0.08, 0.14);
    if (d < 0.0) colour = team * (0.8 - 0.2 * d);
  }
  gl_FragColor = vec4(colour, 1.0);
}`

function shader(texts: readonly string[]): number[] {
  const pictures = picturesOf(texts)
  const gl = canvasOf(1280, 720).getContext('webgl')
  if (gl === null) return [Number.NaN]
  const program = gl.createProgram()
  for (const [type, text] of [
    [gl.VERTEX_SHADER, VERTEX],
    [gl.FRAGMENT_SHADER, FRAGMENT],
  ] as const) {
    const part = gl.createShader(type)!
    gl.shaderSource(part, text)
    gl.compileShader(part)
    gl.attachShader(program, part)
  }
  gl.linkProgram(program)
  gl.useProgram(program)
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer())
  gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 3, -1, -1, 3]), gl.STATIC_DRAW)
  gl.enableVertexAttribArray(0)
  gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0)
  const ends = new Float32Array(MOST * 4)
  const sizes = new Float32Array(MOST * 2)
  const pixel = new Uint8Array(4)
  return timed(
    pictures.length,
    (frame) => {
      let count = 0
      const { bodies, head } = pictures[frame]!
      for (let i = 0; i < head.bodyCount; i++) {
        const { capsules, capsuleCount, port } = bodies[i]!
        for (let n = 0; n < capsuleCount && count < MOST; n++, count++) {
          const at = n * PICTURE_CAPSULE_WORDS
          ends.set([capsules[at]!, capsules[at + 1]!, capsules[at + 3]!, capsules[at + 4]!], count * 4)
          sizes.set([capsules[at + 6]!, port], count * 2)
        }
      }
      gl.uniform4fv(gl.getUniformLocation(program, 'ends[0]'), ends)
      gl.uniform2fv(gl.getUniformLocation(program, 'sizes[0]'), sizes)
      gl.uniform1i(gl.getUniformLocation(program, 'count'), count)
      gl.uniform3f(gl.getUniformLocation(program, 'view'), 640, 250, 8)
      gl.drawArrays(gl.TRIANGLES, 0, 3)
    },
    () => gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel),
  )
}

Object.assign(globalThis, { bench: { canvas2d, blit, shader } })
