import { useSearchParams } from 'react-router'
import { Admission } from './Admission.tsx'
import { Branch } from '#web/features/admission/invitations/Branch.tsx'
import styles from '#web/features/admission/desk.module.css'
import { Issued } from '#web/features/admission/invitations/Issued.tsx'
import { Queue } from './Queue.tsx'

/** How the club lets people in, who waits, and what was given; or one member's branch. */
export function DoorDesk() {
  const [search] = useSearchParams()
  const branch = search.get('branch')
  if (branch) return <Branch key={branch} userId={branch} />
  return (
    <div className={`stack-4 ${styles.desk}`}>
      <Admission />
      <Queue />
      <Issued />
    </div>
  )
}
