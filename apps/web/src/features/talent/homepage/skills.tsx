import classes from '../talent.module.css'

/** Skills as tags. */
export function Skills({ skills }: { skills: readonly string[] }) {
  return (
    <ul className={classes.skills}>
      {skills.map((skill) => (
        <li key={skill}>{skill}</li>
      ))}
    </ul>
  )
}
