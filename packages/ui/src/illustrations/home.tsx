import { CodePage, Coins, Gem, Person, Rack, Tree } from './bodies.tsx'
import { Box, type IllustrationProps, Picture, Plate, Track } from './iso.tsx'

/** From the middle to the two markets in front. */
function FrontTracks() {
  return (
    <>
      <Track
        points={[
          [70, 70, -12],
          [70, 180, -12],
        ]}
        isDashed
        width={3}
      />
      <Track
        points={[
          [70, 70, -12],
          [180, 70, -12],
        ]}
        isDashed
        width={3}
      />
    </>
  )
}

/** Home: the three markets around what they share. */
export function HomePicture(props: IllustrationProps) {
  return (
    <Picture size={[480, 431]} origin={[223, 194]} {...props}>
      <Track
        points={[
          [-40, -40, -12],
          [70, 70, -12],
        ]}
        isDashed
        width={3}
      />
      <Plate at={[-150, -150]} size={[136, 136]} tone="sky" />
      <CodePage at={[-86, -132, 0]} tone="jade" rows={4} />
      <CodePage at={[-134, -84, 0]} tone="sky" />
      <CodePage at={[-72, -52, 0]} tone="sky" rows={2} />
      <Tree at={[-138, -30, 0]} size={0.9} />
      <FrontTracks />
      <Box at={[44, 44, -12]} size={[52, 52, 12]} tone="neutral" />
      <Box at={[54, 54, 0]} size={[32, 32, 8]} tone="amber" />
      <Gem at={[70, 70, 14]} size={20} />
      <Plate at={[10, 130]} size={[120, 130]} tone="amber" />
      <Person at={[45, 165, 0]} tone="amber" />
      <Person at={[102, 172, 0]} tone="jade" />
      <Person at={[50, 224, 0]} tone="sky" />
      <Tree at={[116, 246, 0]} size={0.7} />
      <Plate at={[150, -10]} size={[130, 120]} tone="jade" />
      <Rack at={[164, 8, 0]} units={4} />
      <Rack at={[222, 8, 0]} units={3} />
      <Rack at={[190, 60, 0]} units={2} />
      <Coins at={[258, 88, 0]} count={3} />
    </Picture>
  )
}
