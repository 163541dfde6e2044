import { useNavigate } from 'react-router'

/** Whether the reader came to this page from another one of the site, in this tab. */
const hasCome = () => ((window.history.state as { idx?: number } | null)?.idx ?? 0) > 0

/**
 * Goes back to where the reader came from, as they left it: with its filter, its page and its place. A page that was opened by its
 * address leads to `otherwise`.
 */
export function useWayBack(otherwise: string): () => void {
  const navigate = useNavigate()
  return () => void (hasCome() ? navigate(-1) : navigate(otherwise))
}
