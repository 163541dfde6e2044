import classes from './certification.module.css'

/** What is wrong with a field that has no words of its own; a failed check moves the focus here. */
export function FieldError({ text }: { text: string | undefined }) {
  return text ? (
    <p className={classes.error} role="alert" tabIndex={-1}>
      {text}
    </p>
  ) : null
}
