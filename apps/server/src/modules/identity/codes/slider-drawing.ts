import { randomInt } from 'node:crypto'

/** Size of the puzzle's picture and of its piece, in units of the drawing; answers are in the same units. */
export const PUZZLE_WIDTH = 300
export const PUZZLE_HEIGHT = 150
export const PIECE_SIZE = 44
const HOLE_X_MIN = 80
const MARGIN = 12
const SHAPES = 14

export type Puzzle = { x: number; y: number; backgroundSvg: string; pieceSvg: string }

/**
 * Draws a puzzle: a random picture with a hole, and the piece cut out of it. It makes a program stop and look once for each
 * message; it does not reliably distinguish people from programs. The limits per number and network do the real work.
 */
export function drawPuzzle(): Puzzle {
  const x = randomInt(HOLE_X_MIN, PUZZLE_WIDTH - PIECE_SIZE - MARGIN)
  const y = randomInt(MARGIN, PUZZLE_HEIGHT - PIECE_SIZE - MARGIN)
  const picture = drawPicture()
  const hole = `<path d="${pieceOutline(x, y)}" fill="#0b1020" fill-opacity="0.55" stroke="#ffffff" stroke-opacity="0.8"/>`
  const clip = `<clipPath id="c"><path d="${pieceOutline(0, 0)}"/></clipPath>`
  const cut = `<g clip-path="url(#c)"><g transform="translate(${-x} ${-y})">${picture}</g></g>`
  const edge = `<path d="${pieceOutline(0, 0)}" fill="none" stroke="#ffffff" stroke-width="1.5"/>`
  return {
    x,
    y,
    backgroundSvg: svg(PUZZLE_WIDTH, PUZZLE_HEIGHT, picture + hole),
    pieceSvg: svg(PIECE_SIZE, PIECE_SIZE, clip + cut + edge),
  }
}

function svg(width: number, height: number, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${content}</svg>`
}

/** A square with a round bay at its top and a round nose kept inside its right side. */
function pieceOutline(x: number, y: number): string {
  const size = PIECE_SIZE
  const [left, top, right, bottom] = [x + 1, y + 1, x + size - 9, y + size - 1]
  const [middleX, middleY] = [(left + right) / 2, (top + bottom) / 2]
  return `M${left} ${top}H${middleX - 6}a6 6 0 0 0 12 0H${right}V${middleY - 7}` + `a7 7 0 0 1 0 14V${bottom}H${left}Z`
}

function drawPicture(): string {
  const hue = randomInt(360)
  const ground = `<rect width="${PUZZLE_WIDTH}" height="${PUZZLE_HEIGHT}" fill="hsl(${hue} 45% 62%)"/>`
  const shapes = Array.from({ length: SHAPES }, () => {
    const fill = `hsl(${(hue + randomInt(40, 320)) % 360} ${randomInt(35, 75)}% ${randomInt(35, 80)}%)`
    const [cx, cy, radius] = [randomInt(PUZZLE_WIDTH), randomInt(PUZZLE_HEIGHT), randomInt(10, 42)]
    return randomInt(2) === 0
      ? `<circle cx="${cx}" cy="${cy}" r="${radius}" fill="${fill}" fill-opacity="0.7"/>`
      : `<rect x="${cx - radius}" y="${cy - radius}" width="${radius * 2}" height="${radius}" rx="6" fill="${fill}" fill-opacity="0.7" transform="rotate(${randomInt(180)} ${cx} ${cy})"/>`
  })
  return ground + shapes.join('')
}
