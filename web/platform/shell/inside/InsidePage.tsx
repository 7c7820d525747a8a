import { use } from 'react'
import { Link, useLocation } from 'react-router'
import { paths } from '#web/paths.ts'
import { Bar } from '#web/platform/shell/bars/Bar.tsx'
import { Footer } from '#web/platform/shell/bars/Footer.tsx'
import { Icon } from '#web/ui/icons/Icon.tsx'
import { FrameNotice, type FramedPage } from '#web/platform/shell/frameParts.ts'
import { useTrail } from '#web/platform/shell/navigation/trail.ts'
import { useArrival } from '#web/platform/shell/navigation/useArrival.ts'
import { useFits } from '#web/platform/shell/useFits.ts'
import inside from './MembersFrame.module.css'
import page from '#web/platform/shell/Page.module.css'

/** What the ways lead to lies beside each other, and has no way back. */
const isTop = (pathname: string) =>
  [paths.rooms, paths.tables, paths.notices, paths.people, paths.me].some(
    (path) => path === pathname,
  )

/** The rail leads to the rooms; where the specification wants a way back as well, it stays. */
const keepsWayBack = (pathname: string) =>
  [paths.settings, paths.verify].some((path) => path === pathname)

/** A screen within the frame of members. */
export function InsidePage(props: FramedPage) {
  const { title, width, actions, head, back, side, children } = props
  const main = useArrival()
  const notice = use(FrameNotice)
  const { pathname } = useLocation()
  const hasRail = useFits('rail')
  const hasWords = useFits('words')
  const hasSide = useFits('side') && !!side
  const wayBack = useTrail(title, isTop(pathname) ? undefined : back)
  const isShown = hasRail && (wayBack?.to !== paths.rooms || keepsWayBack(pathname))
  return (
    <div className={inside.page} data-side={hasSide || undefined} data-head={head}>
      {!hasRail && <Bar back={wayBack} title={title} actions={actions} isOpen={head === 'own'} />}
      {notice && <div>{notice}</div>}
      <main
        id="main"
        ref={main}
        tabIndex={-1}
        className={`stack-5 ${page.main}`}
        data-width={width}
      >
        {wayBack && isShown && (
          <Link
            to={wayBack.to}
            onClick={wayBack.onClick}
            className={`screen-only at-start bold tall-link-2 ${page.back}`}
          >
            <Icon name="back" />
            {wayBack.label}
          </Link>
        )}
        {children}
      </main>
      {hasSide && <div className={`screen-only ${inside.side}`}>{side}</div>}
      {/* elsewhere it stands in the foot of the rail */}
      {!hasWords && <Footer />}
    </div>
  )
}
