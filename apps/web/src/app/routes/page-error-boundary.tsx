import { Component, type ReactNode } from 'react'
import { PageError } from '../pages/page-error.tsx'
import { forgetFailedScreens } from './lazy-screen.tsx'

/** Keeps a broken screen from taking the frame with it; another address starts afresh (give it a key). */
export class PageErrorBoundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true }
  }

  override componentDidCatch(): void {
    forgetFailedScreens()
  }

  readonly #retry = (): void => this.setState({ isBroken: false })

  override render(): ReactNode {
    return this.state.isBroken ? <PageError retry={this.#retry} /> : this.props.children
  }
}
