// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice One call of a plan. `to` may take up to `allowance` of `token` while it runs, and nothing afterwards.
struct PlanCall {
    address to;
    uint256 value;
    bytes data;
    address token;
    uint256 allowance;
}

/// @notice What must come out of a plan: at least `minimum` of `token` (zero for native currency). Up to `maximum` of it
/// goes into the depository under `id` for `account`, or, where `id` is zero, straight to `account`.
struct Settlement {
    bytes32 id;
    address account;
    address token;
    uint256 minimum;
    uint256 maximum;
}

/// @notice Calls, what must come out of them, and where the rest goes. `touched` are further tokens of which calls may
/// leave something. The same plan of the same owner with the same token
/// is carried out at most once; `salt` tells equal ones apart.
struct Plan {
    PlanCall[] calls;
    Settlement settlement;
    address[] touched;
    address refundTo;
    uint256 deadline;
    bytes32 salt;
}

/// @title The only place where arbitrary calls are made with a user's money
/// @notice Nobody approves the router. Every plan is carried out by an account of its own, which is used once: what its
/// calls leave behind cannot reach the money of another plan.
interface IRouter {
    /// @notice The plan with this hash went through: `amount` of `token` was settled. `pulled` is the token that was taken
    /// from `owner` for it, zero for none; that the owner agreed is as true as this token is honest.
    event PlanExecuted(
        address indexed owner, bytes32 indexed id, bytes32 planHash, address pulled, address token, uint256 amount
    );

    error NotProxy(address account);
    error PlanExpired(uint256 deadline);
    error PlanAlreadyExecuted(address runner);

    /// @notice Carries out a plan with the attached native currency. All of it happens, or nothing.
    /// @return amount What was settled.
    function execute(Plan calldata plan) external payable returns (uint256 amount);

    /// @notice Approval proxy only: the same for `owner`, whose `token` is already with the runner.
    function executeFor(address owner, address token, Plan calldata plan) external payable returns (uint256 amount);

    /// @notice The account that carries out this plan of `owner` when `token` is taken for it (zero for none).
    function runnerOf(address owner, address token, Plan calldata plan) external view returns (address);

    /// @notice EIP-712 struct hash of a plan.
    function hashPlan(Plan calldata plan) external pure returns (bytes32);
}
