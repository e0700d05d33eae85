/** How to join, in three steps, with the address of this arena. */
import { paths } from '../paths.ts'
import { Section } from '../parts/section.tsx'

export function Join({ origin }: { origin: string }) {
  return (
    <Section id="join" title="Join with a bot of your own" className="join">
      <ol className="steps">
        <li>
          <h3>Write a bot</h3>
          <p>
            A bot is a web server: it reads the game from a WebSocket and answers with controller states. With Node
            alone, this arena’s kit makes a project and plays it on your machine, with the running game in your browser.{' '}
            <a href={paths.docs('writing-a-bot')}>Writing a bot</a> explains the rest.
          </p>
          <pre tabIndex={0} aria-label="Commands that make a bot and play it on your machine">
            <code>{`npx ${origin}/kit/arena-kit.tgz \\
  init my-bot
cd my-bot
npm run dev`}</code>
          </pre>
        </li>
        <li>
          <h3>Get a key</h3>
          <p>
            <a href={paths.account()}>Sign in</a> with an e-mail address and create a key for your programs, here or{' '}
            <a href={`${paths.docs('writing-a-bot')}#sign-in`}>with curl</a>.
          </p>
          <pre tabIndex={0} aria-label="Command that asks for a mail to sign in with">
            <code>{`curl ${origin}/auth/email \\
  -H 'Content-Type: application/json' \\
  -d '{"email": "you@example.org"}'`}</code>
          </pre>
        </li>
        <li>
          <h3>Register its address</h3>
          <p>
            The arena checks that the bot answers, and seats it against a bot of about its rating within seconds.{' '}
            <a href={`${paths.account()}#register`}>Register it here</a>, or from a shell:
          </p>
          <pre tabIndex={0} aria-label="Command that registers a bot">
            <code>{`curl ${origin}/bots \\
  -H "Authorization: Bearer $KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{"name": "My bot", "mode": "live",
       "url": "https://bot.example.org"}'`}</code>
          </pre>
        </li>
      </ol>
    </Section>
  )
}
