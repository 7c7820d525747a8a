import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** The token of the mailed link, taken out of the address bar, the history and what a screenshot shows. */
export function useMailedToken(): string | null {
  const { hash, pathname } = useLocation()
  const navigate = useNavigate()
  const [token, setToken] = useState(() => new URLSearchParams(hash.slice(1)).get('token'))
  useEffect(() => {
    const arrived = new URLSearchParams(hash.slice(1)).get('token')
    if (!arrived) return
    setToken(arrived)
    void navigate(pathname, { replace: true })
  }, [hash, pathname, navigate])
  return token
}
