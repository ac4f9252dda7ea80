/** Rows of Gemini CLI's screen that are interface and no conversation. Seen in the recordings of fixtures/gemini/recordings. */

export const geminiChrome: readonly string[] = [
  // edges of the input box and of the status row
  '^[─▀▄]{20,}\\s*$',
  '^ [>*] {3}Type your message',
  '^ {0,2}\\w+ {2,}\\S.*\\((Press|Usage|Tab)',
  // its footer
  '^ (Shift\\+Tab|Ctrl\\+\\w|Press) (to |again)',
  '^ workspace \\(/directory\\)',
  '^ \\S+ {4,}(no sandbox|\\S* ?sandbox\\b).* {4,}\\S+\\s*$',
  '\\? for shortcuts\\s*$',
  // a spinner
  '^ ?[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏] .*\\(esc to cancel',
  // its banner and the tips
  '^\\s*[▝▜▄▗▟▀ ]{2,}(\\s+(Gemini CLI v|Authenticated|Signed in|Plan:).*)?$',
  'Gemini CLI v\\d|Authenticated with ',
  '^Tips for getting started:|^\\d\\. (Create GEMINI|/help for|Ask coding|Be specific)',
  '^ℹ (Initializing|Gemini CLI update)',
  // the account that it gives when it ends; its last row names the conversation and stays
  '^[╭╰]─{20,}[╮╯]\\s*$',
  '^│ {2}(Agent powering down|Interaction Summary|Session ID:|Tool Calls:|Success Rate:|Performance|Wall Time:|Agent Active:|Code Changes:|User Agreement:|Model Usage|Use /model|Model {10,}|─{20,}|Savings Highlight:)',
  '^│ {2,}([»↳] .*|gemini-\\S+( +[\\d,]+)+)\\s*│\\s*$',
  '^│\\s*│\\s*$',
];
