import { Contract } from './Contract.tsx'
import { SettingsFrame } from './SettingsFrame.tsx'

export const ContractPage = () => (
  <SettingsFrame part="contract">
    <Contract />
  </SettingsFrame>
)
