/** The viewer's package brings no types; only the place of its files is asked. */
declare module 'swagger-ui-dist/absolute-path.js' {
  export default function absolutePath(): string
}
