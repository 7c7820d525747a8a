import { useSearchParams } from 'react-router'

/** One of a few ways to look at a screen, by the query of its address; the first is without. */
export function useAddressChoice<Choice extends string>(
  name: string,
  choices: readonly [Choice, ...Choice[]],
) {
  const [search, setSearch] = useSearchParams()
  const chosen = choices.find((one) => one === search.get(name)) ?? choices[0]
  const choose = (choice: Choice) =>
    setSearch(choice === choices[0] ? {} : { [name]: choice }, { replace: true })
  return [chosen, choose] as const
}
