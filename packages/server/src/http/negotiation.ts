/** Chooses the media type that a client would rather have (RFC 9110 section 12.5.1). */

/** The offered type that the client likes best; the first offered one where it has no say or likes none. */
export function preferredType<Type extends string>(
  accept: string | undefined,
  offered: readonly [Type, ...Type[]],
): Type {
  const ranges = (accept ?? '*/*').split(',').map((part) => {
    const [range = '', ...parameters] = part.split(';').map((each) => each.trim().toLowerCase())
    const quality = parameters.find((each) => each.startsWith('q='))
    return { range, quality: quality === undefined ? 1 : Number(quality.slice(2)) }
  })
  // The most specific range that fits a type says how much it is liked.
  const liking = (type: string) => {
    const names = [type, type.replace(/\/.*/, '/*'), '*/*']
    return names.map((name) => ranges.find(({ range }) => range === name)?.quality).find((q) => q !== undefined) ?? 0
  }
  return offered.reduce((best, type) => (liking(type) > liking(best) ? type : best))
}
