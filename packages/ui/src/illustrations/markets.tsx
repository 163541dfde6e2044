import { CodePage, Coins, DataBlock, Gem, Person, Rack, Tree } from './bodies.tsx'
import { Box, GhostBox, type IllustrationProps, LeftStrip, Picture, Plate, Track } from './iso.tsx'

/** A screen with lines of text on it. */
function Screen() {
  return (
    <>
      <Box at={[50, -52, 0]} size={[54, 36, 6]} />
      <Box at={[50, -58, 6]} size={[54, 6, 40]} />
      <LeftStrip at={[55, -52, 11]} width={44} height={30} fill="var(--jade-line)" />
      <LeftStrip at={[60, -52, 32]} width={20} height={3} fill="var(--jade)" />
      <LeftStrip at={[60, -52, 25]} width={30} height={3} fill="var(--jade-mid)" />
      <LeftStrip at={[60, -52, 18]} width={14} height={3} fill="var(--jade-mid)" />
    </>
  )
}

/** Compute: machines that share their power. */
export function ComputePicture(props: IllustrationProps) {
  return (
    <Picture size={[360, 350]} origin={[180, 190]} {...props}>
      <Plate at={[-80, -80]} size={[200, 200]} tone="jade" />
      <Rack at={[-64, -60, 0]} units={5} />
      <Rack at={[-8, -60, 0]} units={4} />
      <Track
        points={[
          [14, -20, 0],
          [14, 60, 0],
        ]}
        color="var(--jade)"
        width={2}
      />
      <Track
        points={[
          [-40, -20, 0],
          [-40, 60, 0],
          [14, 60, 0],
          [60, 60, 0],
        ]}
        color="var(--jade)"
        width={2}
      />
      <Tree at={[-60, 96, 0]} />
      <Screen />
      <Track
        points={[
          [76, -16, 0],
          [76, 44, 0],
        ]}
        color="var(--jade)"
        width={2}
      />
      <Box at={[58, 44, 0]} size={[36, 36, 10]} tone="amber" />
      <Gem at={[76, 62, 16]} size={16} />
      <Coins at={[16, 96, 0]} count={2} />
    </Picture>
  )
}

/** Storage: blocks and their copies on several disks. */
export function StoragePicture(props: IllustrationProps) {
  return (
    <Picture size={[360, 350]} origin={[180, 190]} {...props}>
      <Plate at={[-80, -80]} size={[200, 200]} tone="teal" />
      <DataBlock at={[-62, -62, 0]} size={44} />
      <DataBlock at={[-62, -62, 44]} size={44} isBright />
      <DataBlock at={[-62, -62, 88]} size={30} />
      <DataBlock at={[14, -62, 0]} size={44} />
      <DataBlock at={[66, -62, 0]} size={34} isBright />
      <Track
        points={[
          [-30, -10, 0],
          [-30, 30, 0],
          [96, 30, 0],
          [96, -24, 0],
        ]}
        isDashed
        color="var(--teal)"
        width={2.4}
      />
      <DataBlock at={[-62, 46, 0]} size={36} />
      <DataBlock at={[-62, 46, 36]} size={36} isBright />
      <DataBlock at={[-8, 60, 0]} size={28} />
      <GhostBox at={[48, 52, 0]} size={[40, 40, 40]} />
    </Picture>
  )
}

/** Code: works on show. */
export function CodePicture(props: IllustrationProps) {
  return (
    <Picture size={[360, 350]} origin={[180, 190]} {...props}>
      <Plate at={[-80, -80]} size={[200, 200]} tone="sky" />
      <CodePage at={[-66, -58, 0]} tone="sky" />
      <Box at={[12, -56, 0]} size={[84, 40, 14]} tone="sky" />
      <CodePage at={[26, -44, 14]} tone="jade" rows={4} />
      <Box at={[-66, 22, 0]} size={[50, 50, 20]} tone="amber" />
      <Gem at={[-41, 47, 26]} size={15} />
      <CodePage at={[18, 40, 0]} tone="sky" rows={3} />
      <Coins at={[96, 60, 0]} count={4} />
      <Tree at={[-58, 104, 0]} size={0.9} />
    </Picture>
  )
}

/** Talent: people who stand for what they can do. */
export function TalentPicture(props: IllustrationProps) {
  return (
    <Picture size={[360, 350]} origin={[180, 190]} {...props}>
      <Plate at={[-80, -80]} size={[200, 200]} tone="amber" />
      <Box at={[-58, -58, 0]} size={[56, 56, 34]} tone="amber" />
      <Person at={[-30, -30, 34]} tone="jade" size={1.15} />
      <Box at={[22, -52, 0]} size={[50, 50, 20]} tone="sky" />
      <Person at={[47, -27, 20]} tone="sky" size={1.1} />
      <Tree at={[104, -62, 0]} size={0.9} />
      <Box at={[-52, 28, 0]} size={[50, 50, 10]} tone="jade" />
      <Person at={[-27, 53, 10]} tone="amber" size={1.1} />
      <Person at={[52, 64, 0]} tone="teal" size={1.1} />
      <Coins at={[98, 20, 0]} count={2} />
    </Picture>
  )
}
