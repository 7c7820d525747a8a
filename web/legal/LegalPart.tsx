// How a part of a legal text is drawn: a paragraph, a list, facts or a table.
import type { ReactNode } from 'react'
import { Inline } from './Inline.tsx'
import {
  isFacts,
  isTable,
  type LegalFacts,
  type LegalPart as Part,
  type LegalTable,
} from './legalText.ts'
import styles from './LegalPart.module.css'

type Props = { part: Part; /** The heading of facts. */ Heading: 'h3' | 'h4' }

export function LegalPart({ part, Heading }: Props): ReactNode {
  if (typeof part === 'string')
    return (
      <p>
        <Inline words={part} />
      </p>
    )
  if (isFacts(part)) return <Facts {...part} Heading={Heading} />
  if (isTable(part)) return <Table {...part} />
  return (
    <ul>
      {part.map((point) => (
        <li key={point}>
          <Inline words={point} />
        </li>
      ))}
    </ul>
  )
}

function Facts({ title, facts, Heading }: LegalFacts & Pick<Props, 'Heading'>) {
  return (
    <div className={`stack-2 ${styles.facts}`}>
      {title && <Heading>{title}</Heading>}
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>
              <Inline words={name} />
            </dt>
            <dd>
              <Inline words={value} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** On phones each row becomes a paragraph of its own. */
function Table({ caption, head, rows }: LegalTable) {
  return (
    <table className={`small tabular ${styles.table}`}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {head.map((words) => (
            <th key={words} scope="col">
              {words}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name = '', ...cells]) => (
          <tr key={name}>
            <th scope="row">
              <Inline words={name} />
            </th>
            {cells.map((words, at) => (
              <td key={head[at + 1]} data-head={head[at + 1]}>
                <Inline words={words} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
