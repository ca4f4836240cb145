//! The grammar: `or` binds loosest, then `and`, comparisons, sums, products, and `not` and the minus sign closest.

use super::expression::{Comparison, Expression};
use super::lexer::{Token, TokenKind, tokens};
use super::refused::syntax_error;
use crate::refusal::Refusal;
use crate::rules::{Trace, id};

/// How deep an expression may nest. The service's own limit is unknown; clients stay far below.
const MAX_DEPTH: usize = 200;

/// Reads a filter by its grammar.
///
/// # Errors
/// A refusal if the text is not of the language.
pub(super) fn read(text: &str, trace: &mut Trace<'_>) -> Result<Expression, Refusal> {
    let mut tokens = tokens(text, trace)?;
    if has_groups(&tokens) && !trace.enforce(id::TABLE_QUERY_PARENTHESES) {
        tokens.retain(|token| !matches!(token.kind, TokenKind::Open | TokenKind::Close));
    }
    let mixed = ["and", "or"].iter().all(|word| tokens.iter().any(|token| token.is_word(word)));
    let and_first = !mixed || trace.enforce(id::TABLE_QUERY_PRECEDENCE);
    let mut parser = Parser { text, tokens: &tokens, place: 0, depth: 0, and_first };
    let expression = parser.expression(0)?;
    match parser.peek().kind {
        TokenKind::End => Ok(expression),
        _ => Err(parser.unexpected()),
    }
}

/// Whether a parenthesis opens that does not belong to a call.
fn has_groups(tokens: &[Token<'_>]) -> bool {
    let is_call = |before: Option<&Token<'_>>| {
        before.is_some_and(|token| {
            token.kind == TokenKind::Word && Operator::named(token.text).is_none() && token.text != "not"
        })
    };
    (0..tokens.len()).any(|place| {
        tokens[place].kind == TokenKind::Open && !is_call(place.checked_sub(1).and_then(|at| tokens.get(at)))
    })
}

/// An operator between two operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Operator {
    Or,
    And,
    Compare(Comparison),
    Arithmetic(&'static str),
}

impl Operator {
    fn named(word: &str) -> Option<Self> {
        Some(match word {
            "or" => Self::Or,
            "and" => Self::And,
            "add" => Self::Arithmetic("add"),
            "sub" => Self::Arithmetic("sub"),
            "mul" => Self::Arithmetic("mul"),
            "div" => Self::Arithmetic("div"),
            "mod" => Self::Arithmetic("mod"),
            word => Self::Compare(Comparison::named(word)?),
        })
    }

    /// How closely the operator binds.
    fn power(self, and_first: bool) -> u8 {
        match self {
            Self::Or => 1 + u8::from(!and_first),
            Self::And => 1 + u8::from(and_first),
            Self::Compare(_) => 3,
            Self::Arithmetic("add" | "sub") => 4,
            Self::Arithmetic(_) => 5,
        }
    }
}

struct Parser<'t> {
    text: &'t str,
    tokens: &'t [Token<'t>],
    place: usize,
    depth: usize,
    and_first: bool,
}

impl<'t> Parser<'t> {
    fn peek(&self) -> Token<'t> {
        let end = Token { kind: TokenKind::End, text: "", end: self.text.len() };
        self.tokens.get(self.place).copied().unwrap_or(end)
    }

    fn next(&mut self) -> Token<'t> {
        let token = self.peek();
        self.place += 1;
        token
    }

    fn unexpected(&self) -> Refusal {
        syntax_error(self.text, self.peek().end)
    }

    fn take(&mut self, kind: TokenKind) -> Result<(), Refusal> {
        if self.peek().kind != kind {
            return Err(self.unexpected());
        }
        self.place += 1;
        Ok(())
    }

    fn deeper(&mut self) -> Result<(), Refusal> {
        self.depth += 1;
        if self.depth > MAX_DEPTH { Err(self.unexpected()) } else { Ok(()) }
    }

    /// An operand and, from left to right, every operator behind it that binds more closely than `least`.
    fn expression(&mut self, least: u8) -> Result<Expression, Refusal> {
        let depth = self.depth;
        self.deeper()?;
        let mut left = self.operand()?;
        let mut last = None;
        while let Some(operator) = self.operator().filter(|operator| operator.power(self.and_first) > least) {
            self.place += 1;
            let right = self.expression(operator.power(self.and_first))?;
            left = match (operator, left) {
                (Operator::Or, Expression::Or(mut operands)) if last == Some(operator) => {
                    operands.push(right);
                    Expression::Or(operands)
                }
                (Operator::And, Expression::And(mut operands)) if last == Some(operator) => {
                    operands.push(right);
                    Expression::And(operands)
                }
                (Operator::Or, left) => Expression::Or(vec![left, right]),
                (Operator::And, left) => Expression::And(vec![left, right]),
                (Operator::Compare(comparison), left) => {
                    self.deeper()?;
                    Expression::Compare(comparison, Box::new(left), Box::new(right))
                }
                (Operator::Arithmetic(name), left) => {
                    self.deeper()?;
                    Expression::Arithmetic(name, Box::new(left), Box::new(right))
                }
            };
            last = Some(operator);
        }
        self.depth = depth;
        Ok(left)
    }

    fn operator(&self) -> Option<Operator> {
        let token = self.peek();
        if token.kind == TokenKind::Word { Operator::named(token.text) } else { None }
    }

    fn operand(&mut self) -> Result<Expression, Refusal> {
        let token = self.peek();
        match token.kind {
            TokenKind::Number | TokenKind::Quoted => {
                self.place += 1;
                Ok(Expression::Literal(token.text.to_owned()))
            }
            TokenKind::Open => {
                self.place += 1;
                let inner = self.expression(0)?;
                self.take(TokenKind::Close)?;
                Ok(inner)
            }
            TokenKind::Minus => {
                let zero = Expression::Literal("0".to_owned());
                self.prefixed().map(|operand| Expression::Arithmetic("sub", Box::new(zero), Box::new(operand)))
            }
            TokenKind::Word if token.text == "not" => self.prefixed().map(|operand| Expression::Not(Box::new(operand))),
            TokenKind::Word => self.named(),
            TokenKind::Close | TokenKind::Comma | TokenKind::Slash | TokenKind::End => Err(self.unexpected()),
        }
    }

    /// What stands behind `not` or a minus sign.
    fn prefixed(&mut self) -> Result<Expression, Refusal> {
        self.place += 1;
        self.deeper()?;
        let operand = self.operand()?;
        self.depth -= 1;
        Ok(operand)
    }

    /// A call, or a name, which may be a path.
    fn named(&mut self) -> Result<Expression, Refusal> {
        let mut name = self.next().text.to_owned();
        if self.peek().kind == TokenKind::Open {
            return Ok(Expression::Call(name, self.arguments()?));
        }
        while self.peek().kind == TokenKind::Slash {
            self.place += 1;
            let member = self.peek();
            self.take(TokenKind::Word)?;
            name = name + "/" + member.text;
        }
        Ok(Expression::Name(name))
    }

    fn arguments(&mut self) -> Result<Vec<Expression>, Refusal> {
        self.take(TokenKind::Open)?;
        let mut arguments = Vec::new();
        if self.peek().kind != TokenKind::Close {
            arguments.push(self.expression(0)?);
            while self.peek().kind == TokenKind::Comma {
                self.place += 1;
                arguments.push(self.expression(0)?);
            }
        }
        self.take(TokenKind::Close)?;
        Ok(arguments)
    }
}
