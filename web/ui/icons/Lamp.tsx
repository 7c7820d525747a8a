type Props = { size?: number }

/** The club's mark: an arched door that is also a speech bubble, with a lamp lit behind it. */
export function Lamp({ size = 32 }: Props) {
  return (
    <svg
      width={(size * 44) / 56}
      height={size}
      viewBox="10 6 44 56"
      aria-hidden="true"
      focusable="false"
    >
      <path
        d="M12 30C12 17.3 20.9 7 32 7s20 10.3 20 23v18a5 5 0 0 1-5 5H29l-9.6 7.4c-1.3 1-3.2.1-3.2-1.6V53A5 5 0 0 1 12 48Z"
        fill="var(--accent)"
      />
      <path d="M32 18c6.6 0 12 6.2 12 14v10H20V32c0-7.8 5.4-14 12-14Z" fill="var(--accent-ink)" />
      <circle cx="32" cy="33" r="5.5" fill="var(--mark-light, var(--accent))" />
    </svg>
  )
}
