/** What a promise gives within some milliseconds, or else what is to be used instead; what comes later counts for nothing. */
export async function inTime<T, Otherwise>(
  promise: Promise<T>,
  ms: number,
  otherwise: Otherwise,
): Promise<T | Otherwise> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Otherwise>((resolve) => {
    timer = setTimeout(resolve, ms, otherwise)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
