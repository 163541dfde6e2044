import classes from './talent.module.css'

/** Skills as tags; beyond `most` only how many more there are. */
export function Skills({ skills, most = skills.length }: { skills: readonly string[]; most?: number }) {
  const more = skills.length - most
  return (
    <ul className={classes.skills}>
      {skills.slice(0, most).map((skill) => (
        <li key={skill}>{skill}</li>
      ))}
      {more > 0 && <li>+{more}</li>}
    </ul>
  )
}
