// Where admins see today's icebreaker and all the others, and add a new one.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type ReactElement } from 'react'
import { addQuestion, listQuestions, type QuestionLine } from '#contract/rooms/icebreakers.ts'
import { call, query } from '#web/platform/api/call.ts'
import { FilterBar } from '#web/platform/lists/FilterBar.tsx'
import { QueryView } from '#web/platform/lists/QueryView.tsx'
import { Text, useText } from '#web/text/Text.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { regainFocus } from '#web/ui/behaviour/regainFocus.ts'
import { StatusMessage, useStatusMessage } from '#web/ui/feedback/StatusMessage.tsx'
import { Question } from './Question.tsx'
import { Table } from '#web/ui/Table.tsx'
import { QuestionForm } from './QuestionForm.tsx'
import { HiddenHeading } from './HiddenHeading.tsx'
import styles from './house.module.css'

const questions = query(listQuestions, {})
type Filter = 'asked' | 'chosen' | 'retired'

const COLUMNS = [
  { key: 'de', words: <Text ns="house" k="question_de" /> },
  { key: 'en', words: <Text ns="house" k="question_en" /> },
  { key: 'when', words: <Text ns="house" k="col_when" /> },
  { key: 'acts', words: <HiddenHeading k="col_acts" /> },
]

export function QuestionsDesk() {
  const { t } = useText('house')
  const list = useQuery({ ...questions, staleTime: 0 })
  const client = useQueryClient()
  const [filter, setFilter] = useState<Filter>('asked')
  /** The one that is being written: it stays, wherever a colleague puts it meanwhile. */
  const [written, setWritten] = useState<string | null>(null)
  const [status, setStatus] = useStatusMessage()
  const place = useRef<HTMLElement>(null)
  const refresh = async (words: ReactElement) => {
    await client.invalidateQueries({ queryKey: questions.queryKey })
    setStatus(words)
    // a question that left this part of the list takes the focus along
    regainFocus(place.current)
  }
  return (
    <QueryView query={list} failed={<Text ns="house" k="failed" />}>
      {(data) => {
        const isIn: Record<Filter, (line: QuestionLine) => boolean> = {
          asked: ({ isRetired }) => !isRetired,
          chosen: ({ chosenFor }) => chosenFor.length > 0,
          retired: ({ isRetired }) => isRetired,
        }
        const shown = data.questions.filter((line) => line.id === written || isIn[filter](line))
        return (
          <div className="stack-5">
            <StatusMessage>{status}</StatusMessage>
            <div className={`stack-4 ${styles.beside}`}>
              <Card titleId="today" title={<Text ns="house" k="today" />} tone="lamp">
                {data.today ? (
                  <>
                    <p lang="de">{data.today.question.de}</p>
                    <p lang="en" className={styles.soft}>
                      {data.today.question.en}
                    </p>
                  </>
                ) : (
                  <Text as="p" ns="house" k="today_none" />
                )}
                <Text as="p" className={styles.soft} ns="house" k="today_hint" />
              </Card>
              <Card titleId="new-question" title={<Text ns="house" k="question_new" />}>
                <QuestionForm
                  question={{ de: '', en: '' }}
                  submit="question_add"
                  send={async (body, { clear }) => {
                    await call(addQuestion, { body })
                    clear()
                    await refresh(<Text ns="house" k="question_added" />)
                  }}
                />
              </Card>
            </div>
            <FilterBar
              label={t('question_filter')}
              choices={(['asked', 'chosen', 'retired'] as const).map((one) => ({
                filter: one,
                words: <Text ns="house" k={`questions_${one}`} />,
              }))}
              chosen={filter}
              onChoose={setFilter}
            />
            <section ref={place} tabIndex={-1} className="no-ring" aria-label={t('question_list')}>
              {shown.length === 0 && <EmptyState title={<Text ns="house" k="questions_none" />} />}
              {shown.length > 0 && (
                <Table
                  isLean
                  columns={COLUMNS}
                  className={`no-ring ${styles.table} ${styles.questions}`}
                  aria-label={t('question_list')}
                >
                  {shown.map((question) => (
                    <Question
                      key={question.id}
                      line={question}
                      today={data.day}
                      isToday={data.today?.id === question.id}
                      onWriting={(isOpen) =>
                        setWritten((now) =>
                          isOpen ? question.id : now === question.id ? null : now,
                        )
                      }
                      onDone={refresh}
                    />
                  ))}
                </Table>
              )}
            </section>
          </div>
        )
      }}
    </QueryView>
  )
}
