import { configure } from '@testing-library/react'
import { beforeEach } from 'vitest'

// the first screen of a test loads its route, which a busy machine does not do within a second
configure({ asyncUtilTimeout: 8_000 })

// each test is a tab of its own
beforeEach(() => sessionStorage.clear())
