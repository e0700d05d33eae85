/** A process that names itself as a host does, and stays until it is asked to end. */
import { markHost } from '../src/hosts/host-marks.ts'

markHost(process.argv[2]!)
process.send!('marked')
process.on('message', () => process.disconnect())
