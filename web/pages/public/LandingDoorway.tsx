import styles from './LandingDoorway.module.css'

/** A room seen through its open door, in which somebody answers somebody. Decoration only. */
export function LandingDoorway() {
  return (
    <svg
      className={`screen-only ${styles.doorway}`}
      viewBox="0 0 420 560"
      preserveAspectRatio="xMidYMin slice"
      aria-hidden="true"
      focusable="false"
    >
      <defs>
        <radialGradient id="doorway-light" cx="50%" cy="40%" r="72%">
          <stop offset="0" stopColor="#ffe3b8" />
          <stop offset="0.42" stopColor="#e79b4e" />
          <stop offset="1" stopColor="#8a2338" />
        </radialGradient>
      </defs>
      <path className={styles.frame} d="M40 560V220C40 110 116 30 210 30s170 80 170 190v340Z" />
      <path className={styles.unlit} d="M66 560V224C66 128 130 58 210 58s144 70 144 166v336Z" />
      <path
        className={styles.light}
        d="M66 560V224C66 128 130 58 210 58s144 70 144 166v336Z"
        fill="url(#doorway-light)"
      />
      <g className={styles.furniture}>
        <path d="M207 58h6v92h-6zM176 186c0-22 15-38 34-38s34 16 34 38z" />
        <circle className={styles.bulb} cx="210" cy="190" r="10" />
        <path d="M84 560v-96c0-24 12-40 28-40s26 14 28 36l4 46h30c8 0 14 6 14 14v40Z" />
        <path d="M336 560v-96c0-24-12-40-28-40s-26 14-28 36l-4 46h-30c-8 0-14 6-14 14v40Z" />
        <path d="M186 492h48v7h-20.5v61h-7v-61H186z" />
      </g>
      <g className={styles.asked}>
        <path
          className={styles.bubble}
          d="M108 330h94a18 18 0 0 1 18 18v28a18 18 0 0 1-18 18h-62l-22 20v-20h-10a18 18 0 0 1-18-18v-28a18 18 0 0 1 18-18Z"
        />
        <path className={styles.line} d="M114 354h78" />
        <path className={styles.line} d="M114 372h48" />
      </g>
      <g className={styles.answered}>
        <path
          className={styles.answer}
          d="M252 262h64a18 18 0 0 1 18 18v24a18 18 0 0 1-18 18h-8v18l-20-18h-36a18 18 0 0 1-18-18v-24a18 18 0 0 1 18-18Z"
        />
        <circle className={styles.dot} cx="266" cy="292" r="4.5" />
        <circle className={styles.dot} cx="284" cy="292" r="4.5" />
        <circle className={styles.dot} cx="302" cy="292" r="4.5" />
      </g>
    </svg>
  )
}
