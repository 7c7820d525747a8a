import { Component, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'

type Props = { fallback: ReactNode; children: ReactNode }

/** What is shown instead of a screen that broke, until somebody goes elsewhere. */
export function ScreenBoundary({ fallback, children }: Props) {
  const { key: place } = useLocation()
  const [brokenAt, setBrokenAt] = useState<string | null>(null)
  const [round, setRound] = useState(0)
  if (brokenAt !== null && brokenAt !== place) {
    setBrokenAt(null)
    setRound(round + 1)
  }
  return (
    <Boundary key={round} fallback={fallback} onBroken={() => setBrokenAt(place)}>
      {children}
    </Boundary>
  )
}

class Boundary extends Component<Props & { onBroken: () => void }, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override componentDidCatch() {
    this.props.onBroken()
  }

  override render() {
    return this.state.isBroken ? this.props.fallback : this.props.children
  }
}
