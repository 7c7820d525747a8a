import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { Text } from '#web/text/Text.tsx'
import { Button } from '#web/ui/Button.tsx'

export const RoomsLink = () => (
  <Button look="quiet" render={<Link to={paths.rooms} />}>
    <Text ns="tables" k="to_rooms" />
  </Button>
)
