import type { Person } from '#contract/moderation/caseFile.ts'
import type { Key } from '#web/text/catalogues.ts'
import { formatMonth } from '#web/text/amounts.ts'
import { formatMoment } from '#web/text/format.ts'
import { useScreenTongue } from '#web/text/Screen.tsx'
import { Text } from '#web/text/Text.tsx'
import { Fact, Facts } from '#web/ui/Facts.tsx'

/** What the desk knows of somebody, on either side of a case. */
export function PersonFacts({ person }: { person: Person }) {
  const tongue = useScreenTongue()
  const now = (k: Key<'moderation'>, until: string | null) =>
    until && <Text ns="moderation" k={k} values={{ when: formatMoment(until, tongue) }} />
  const standing = [
    person.isBanned && <Text ns="moderation" k="is_banned" />,
    !person.isBanned && now('is_suspended', person.suspendedUntil),
    now('is_posting_limited', person.postingLimitedUntil),
    now('is_reporting_limited', person.reportingLimitedUntil),
  ].filter(Boolean)
  return (
    <Facts>
      <Fact name={<Text ns="moderation" k="member_since" />}>
        {formatMonth(person.memberSince, tongue)}
        {person.isNew && (
          <>
            {', '}
            <Text ns="moderation" k="is_new" />
          </>
        )}
        {', '}
        <Text ns="moderation" k={person.isVerified ? 'is_verified' : 'is_unverified'} />
      </Fact>
      <Fact name={<Text ns="moderation" k="reported_before" />}>
        <Text
          ns="moderation"
          k="reported_counts"
          values={{ count: person.reportsAbout, upheld: person.reportsUpheld }}
        />
      </Fact>
      <Fact name={<Text ns="moderation" k="reports_made" />}>
        <Text
          ns="moderation"
          k="made_counts"
          values={{ count: person.reportsMade, unfounded: person.reportsUnfounded }}
        />
      </Fact>
      {standing.length > 0 && (
        <Fact name={<Text ns="moderation" k="standing" />}>
          {standing.map((words, index) => (
            <span key={index} className="bold tabular danger">
              {words}{' '}
            </span>
          ))}
        </Fact>
      )}
    </Facts>
  )
}
