import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** The token of the link in the mail (`/settings#export=…`), taken out of the address before anybody looks over a shoulder. */
export function useMailedCopy() {
  const { hash, pathname } = useLocation()
  const navigate = useNavigate()
  const found = new URLSearchParams(hash.slice(1)).get('export')
  const [token, setToken] = useState(found)
  if (found && found !== token) setToken(found)

  useEffect(() => {
    if (found) void navigate(pathname, { replace: true })
  }, [found, pathname, navigate])

  return { token, forget: () => setToken(null) }
}
