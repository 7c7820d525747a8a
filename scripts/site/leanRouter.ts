import type { Plugin } from 'vite'

type Cut = readonly [pattern: RegExp | string, replacement: string]

/** Creating a component, or naming it for tools, has no side effect, so what nobody here imports can go; and so can warnings for developers. */
const ANYWHERE: readonly Cut[] = [
  [/^\w+\.displayName = "\w+";$/gm, ''],
  [/ = (?=React\$1\.(forwardRef|createContext|memo)\()/g, ' = /* @__PURE__ */ '],
  [/^\s*warning\(.*\);$/gm, ''],
  [/^(\s*invariant\(.*?), (?:`.*`|".*"|getInvalidPathError\(.*\))\);$/gm, '$1);'],
]

/**
 * What only data routers and apps drawn by a server have: routes' loaders, files fetched before a link
 * is followed, another address than the one gone to. Said here that there is none, the bundler drops the rest.
 */
const IN: Readonly<Record<string, readonly Cut[]>> = {
  'lib.js': [
    ['= usePrefetchBehavior(prefetch, rest);', '= [false, void 0, void 0];'],
    ['ref: mergeRefs(forwardedRef, prefetchRef),', 'ref: forwardedRef,'],
    [/return shouldPrefetch && !isAbsolute \? .* : link;/, 'return link;'],
    [/\n\tif \(mask\) \{\n[^}]*\}\n/, '\n'],
    [/^try \{\n.*__reactRouterVersion.*\n\} catch \{\}$/m, ''],
  ],
  'hooks.js': [
    ['React$1.useContext(IsDataRouteContext) ? useNavigateStable() :', ''],
    [
      'function useRoutesImpl(routes, locationArg, dataRouterOpts) {',
      'function useRoutesImpl(routes) { const locationArg = void 0, dataRouterOpts = void 0;',
    ],
    [
      /function _renderMatches\(matches, parentMatches = \[\], dataRouterOpts\) \{\s+let dataRouterState = .*/,
      'function _renderMatches(matches, parentMatches) { const dataRouterOpts = void 0, dataRouterState = void 0;',
    ],
  ],
}

/** Takes out of the router what an app without loaders never comes to. Fails when it has changed. */
export function leanRouter(): Plugin {
  return {
    name: 'lean-router',
    apply: 'build',
    transform: {
      filter: { id: /\/node_modules\/react-router\// },
      handler(code, id) {
        const own = IN[id.slice(id.lastIndexOf('/') + 1)] ?? []
        let lean = code
        for (const [pattern, replacement] of own) {
          const next = lean.replace(pattern, replacement)
          if (next === lean) throw new Error(`the router no longer has ${String(pattern)}`)
          lean = next
        }
        for (const [pattern, replacement] of ANYWHERE) lean = lean.replace(pattern, replacement)
        return lean
      },
    },
  }
}
