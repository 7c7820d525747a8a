import { configure } from '@testing-library/react'

// the first screen of a test loads its route, which a busy machine does not do within a second
configure({ asyncUtilTimeout: 8_000 })
