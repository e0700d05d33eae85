/** How to join, in four commands, with the address of this arena. */
import { paths } from '../paths.ts'
import { Section } from '../parts/section.tsx'

export function Join({ origin }: { origin: string }) {
  return (
    <Section id="join" title="Join with a bot of your own" className="join">
      <ol className="steps">
        <li>
          <h3>Make a bot</h3>
          <p>
            With Node alone, this arena’s kit makes a project that plays. <code>npm run dev</code> shows it on your
            machine, game after game, while you change it. <a href={paths.docs('first-bot')}>Your first bot</a> leads
            through it, and there is one in <a href={paths.docs('python')}>Python</a> too.
          </p>
          <pre tabIndex={0} aria-label="Commands that make a bot">
            <code>{`npx ${origin}/kit/arena-kit.tgz \\
  init my-bot
cd my-bot`}</code>
          </pre>
        </li>
        <li>
          <h3>Sign in</h3>
          <p>
            With a code that comes by e-mail; a new address is a new account. The kit keeps a key. You can also{' '}
            <a href={paths.account()}>sign in here</a>, and create keys for your programs.
          </p>
          <pre tabIndex={0} aria-label="Command that signs in">
            <code>npx arena-kit login</code>
          </pre>
        </li>
        <li>
          <h3>Play</h3>
          <p>
            The bot plays from your machine, behind any router, against bots of about its rating. Each match has its
            page. A bot with an <code>https</code> address of its own is{' '}
            <a href={`${paths.account()}#register`}>registered here</a>, and <a href={paths.docs('hosting')}>hosting</a>{' '}
            has more ways.
          </p>
          <pre tabIndex={0} aria-label="Command that connects the bot to this arena">
            <code>npx arena-kit connect</code>
          </pre>
        </li>
      </ol>
    </Section>
  )
}
