export * from 'file:///tmp/w/predict/packages/sdk/src/index.ts'
export let play
export function serveBot(o) {
  play = o.play
  return { port: 0 }
}
