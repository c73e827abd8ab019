/**
 * The law that init writes where there is none. Notes have two number signs; what has one is an example that is valid
 * once the sign is taken away. Its only active rule must never deny a harmless everyday call.
 */
export const starterLaw = `## The law: rules that hooklaw applies to every tool call, before the tool runs.
## A prompt is a request, a rule in this file is not: the model cannot talk its way past it.
##
## Check the file      hooklaw validate
## Run its tests       hooklaw test
## Try one call        hooklaw try Bash command='git push --force'
##
## Notes have two number signs. Lines with one are examples: take the sign away to use them.

hooklaw: 1

## Trusted facts, which the model cannot change: read once when the session starts, then frozen.
#context:
#  user_id: { env: SUPPORT_USER_ID }
#  tier: { env: SUPPORT_TIER, one_of: [free, premium] }

## Packs of rules that come with the program: "hooklaw packs" lists them.
#extends: [hooklaw:git-safety]

rules:
  ## kind: policy (holds for everybody), authorization (may this caller do this? reads the context),
  ##       capability (is the input coherent by itself?), observation (after the tool, on: PostToolUse).
  ## tool: a name, a list of names, or a glob such as mcp__support__*; without it, every tool.
  ## when: a CEL expression. A field that it reads and the call lacks denies the call, so read only
  ##       fields that the tool always has.
  ## deny / ask: the effect. The text tells the model why; "instead" tells it what to do now.

  - id: no-force-push
    kind: policy
    tool: Bash
    ## "shell" is what the command would do, whatever way it is written (docs/law.md, "What a call would do").
    when: shell.runs('git push', ['--force', '-f', '+*'])
    deny: Force-pushing rewrites what others have pulled.
    instead: Push a new branch, or ask the user to push.

  ## Have the user asked first.
#  - id: publishing-needs-a-person
#    kind: policy
#    tool: Bash
#    when: shell.runs(['npm publish', 'pnpm publish', 'yarn npm publish'])
#    ask: This publishes a package for everybody.

  ## A limit on an amount, with a hand-over to a person, who sees nothing of the conversation.
#  - id: refund-limit
#    kind: policy
#    tool: mcp__support__refund_customer
#    when: input.amount > 500
#    deny: Over $500 a person decides.
#    instead: Tell the customer that a teammate will decide.
#    handoff:
#      tool: mcp__support__escalate_to_human
#      with:
#        customer_id: "{{ context.user_id }}"
#        cause: refund over the limit
#        amount: "{{ input.amount }}"
#        recommended_action: review and decide

  ## What the model says against what your own side knows (needs the context above).
#  - id: own-account-only
#    kind: authorization
#    tool: mcp__support__lookup_user
#    when: input.user_id != context.user_id
#    deny: This session may only touch its own account.
#    instead: Use the id of the customer you are talking to.

  ## A daily time window; it may cross midnight and follows the zone's daylight saving time.
#  - id: deployment-window
#    kind: policy
#    tool: [Write, Edit, mcp__db__*]
#    during: { from: "02:00", to: "04:00", zone: Europe/Warsaw }
#    deny: No writes during the deployment.
#    instead: Wait until 04:00 Warsaw time.

## Every rule deserves a test on both sides of its edge. "hooklaw test" runs them.
tests:
  - name: a forced push is denied
    event: { tool: Bash, input: { command: git push --force } }
    expect: { deny: no-force-push }
  - name: so is one with the option at the end
    event: { tool: Bash, input: { command: git push origin main -f } }
    expect: { deny: no-force-push }
  - name: so is one inside of another command
    event: { tool: Bash, input: { command: cd app && sh -c 'git -C . push -uf' } }
    expect: { deny: no-force-push }
  - name: a plain push goes ahead
    event: { tool: Bash, input: { command: git push origin main } }
    expect: silent
  - name: a text about a forced push goes ahead
    event: { tool: Bash, input: { command: git commit -m 'why git push --force is not for us' } }
    expect: silent
  - name: a push that checks what it overwrites goes ahead
    event: { tool: Bash, input: { command: git push --force-with-lease } }
    expect: silent
`;
